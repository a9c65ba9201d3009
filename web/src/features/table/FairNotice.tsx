// Something does not fit in the table's dealing: said over the bar, where no card lies, until it is closed.
import { useState } from 'preact/hooks';
import { close, findings, findingTitle, openFindings } from '../../lib/fairness/findings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FindingWords } from '../../ui/Findings';

export function FairNotice({ table }: { table: number }) {
    const [shown, setShown] = useState(false);
    const open = openFindings(findings.value, table);
    const first = open[0];
    if (!first) {
        return null;
    }
    const closeAll = () => {
        setShown(false);
        open.forEach(close);
    };
    return (
        <>
            <div class="cut-banner fair-notice" role="status">
                <span>
                    <strong>{findingTitle(first)}</strong>
                    {open.length > 1 && ` And ${open.length - 1} more.`}
                </span>
                <Button kind="quiet" onClick={() => setShown(true)}>
                    What to do
                </Button>
                <button
                    type="button"
                    class="icon-button"
                    aria-label="Close the notice"
                    onClick={closeAll}
                >
                    ×
                </button>
            </div>
            {shown && (
                <Dialog title="Fair dealing" onClose={() => setShown(false)}>
                    {open.map((one) => (
                        <FindingWords
                            key={`${one.kind} ${one.round} ${one.seat}`}
                            finding={one}
                            onDone={() => close(one)}
                        />
                    ))}
                    <p class="row">
                        <Button kind="main" onClick={closeAll}>
                            Got it
                        </Button>
                    </p>
                </Dialog>
            )}
        </>
    );
}
