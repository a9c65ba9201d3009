// What hangs at a table (WA-1, NOTE-3): over the table on request, and as the sheet that is printed.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api';
import type { Placard, PlacardSection, View } from '../lib/types';
import { Card } from './Card';
import { Dialog } from './Dialog';

/** What a placard depends on: the table, its rules, whether it has a meter. */
function placardKey(view: View): string {
    return [view.table, view.rules, view.profile, ...view.circles.map((one) => one.wager)].join(
        ' ',
    );
}

/** The newest of each table, fetched once for as long as its rules stand. */
const placards = new Map<number, { key: string; found: Promise<Placard> }>();

function placardOf(table: number, key: string): Promise<Placard> {
    const kept = placards.get(table);
    if (kept?.key === key) {
        return kept.found;
    }
    const found = get<Placard>(`/api/tables/${table}/placard`);
    placards.set(table, { key, found });
    found.catch(() => {
        if (placards.get(table)?.found === found) {
            placards.delete(table);
        }
    });
    return found;
}

/** The placard of the rules in force; null until it is there. */
export function usePlacard(view: View | null): Placard | null {
    const [held, hold] = useState<{ key: string; placard: Placard } | null>(null);
    const key = view ? placardKey(view) : '';
    const table = view?.table ?? 0;
    useEffect(() => {
        let here = key !== '';
        if (here) {
            placardOf(table, key).then(
                (placard) => here && hold({ key, placard }),
                () => undefined,
            );
        }
        return () => {
            here = false;
        };
    }, [table, key]);
    return held?.key === key ? held.placard : null;
}

/** "As Kh Qd Jc 9s" */
function Cards({ cards }: { cards: string }) {
    return (
        <span class="card-row">
            {cards.split(' ').map((card) => (
                <Card key={card} card={card} />
            ))}
        </span>
    );
}

function Rows({ section }: { section: PlacardSection }) {
    const isCards = (cell: number) => section.key === 'ranking' && cell >= 2;
    return (
        <table class="pay-table">
            {section.heads.length > 0 && (
                <thead>
                    <tr>
                        {section.heads.map((head, i) => (
                            <th scope="col" key={head}>
                                {head}{' '}
                                {i > 0 && section.tables[i - 1] && (
                                    <small>table {section.tables[i - 1]}</small>
                                )}
                            </th>
                        ))}
                    </tr>
                </thead>
            )}
            <tbody>
                {section.rows.map(([name, ...cells]) => (
                    <tr key={name}>
                        <th scope="row">{name}</th>
                        {cells.map((cell, i) => (
                            <td key={i}>{isCards(i + 1) ? <Cards cards={cell} /> : cell}</td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Section({ section }: { section: PlacardSection }) {
    return (
        <section class={`part-${section.key}`}>
            <h3>
                {section.title}{' '}
                {section.heads.length === 0 && section.tables[0] && (
                    <small>table {section.tables[0]}</small>
                )}
            </h3>
            {section.rows.length > 0 && <Rows section={section} />}
            {section.sentences.map((words) => (
                <p key={words}>{words}</p>
            ))}
        </section>
    );
}

/**
 * The printed sheet beside the page, which shows it to the printer alone: printing with the dialog open
 * gives what `/api/tables/N/placard.html` gives.
 */
function usePrintedSheet(table: number, key: string): void {
    useEffect(() => {
        let here = true;
        let sheet: Node | null = null;
        const style = document.createElement('link');
        style.rel = 'stylesheet';
        style.media = 'print';
        style.href = '/api/placard.css';
        void fetch(`/api/tables/${table}/placard.html`)
            .then((answer) => (answer.ok ? answer.text() : ''))
            .then(
                (text) => {
                    const found = new DOMParser()
                        .parseFromString(text, 'text/html')
                        .querySelector('.placard-sheet');
                    if (here && found) {
                        sheet = document.importNode(found, true);
                        document.head.append(style);
                        document.body.append(sheet);
                        document.documentElement.classList.add('prints-placard');
                    }
                },
                () => undefined,
            );
        return () => {
            here = false;
            style.remove();
            sheet?.parentNode?.removeChild(sheet);
            document.documentElement.classList.remove('prints-placard');
        };
    }, [table, key]);
}

interface PlacardDialogProps {
    view: View;
    /** The ranking of hands and the glossary first. */
    hands?: boolean;
    onClose: () => void;
}

const handsKeys = ['ranking', 'glossary'];

export function PlacardDialog({ view, hands = false, onClose }: PlacardDialogProps) {
    const placard = usePlacard(view);
    usePrintedSheet(view.table, placardKey(view));
    const sections = placard?.sections.filter((one) => handsKeys.includes(one.key) === hands) ?? [];
    return (
        <Dialog
            title={hands ? 'Ranking of hands and glossary' : `${view.name}: limits and pay tables`}
            onClose={onClose}
            wide
        >
            {!placard && <p class="muted">Fetching…</p>}
            {placard && (
                <div class={hands ? 'placard placard-hands' : 'placard'}>
                    {!hands && (
                        <p class="placard-said">
                            <strong>{placard.inscription}.</strong>
                            {placard.games && ` ${placard.games}.`}
                        </p>
                    )}
                    {sections.map((section) => (
                        <Section key={section.key + section.title} section={section} />
                    ))}
                    <p class="placard-end">
                        <a
                            class="button"
                            href={`/api/tables/${view.table}/placard.html`}
                            target="_blank"
                            rel="noopener"
                        >
                            Print the placard
                        </a>{' '}
                        <span class="muted">
                            Rules {view.profile}, revision {placard.revision}
                        </span>
                    </p>
                </div>
            )}
        </Dialog>
    );
}
