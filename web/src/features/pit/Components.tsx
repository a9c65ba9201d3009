// GM-7: the approved components of a table's Progressive: what is there, since when, and what is not as
// the approval has it. The server says what is missing.
import { useState } from 'preact/hooks';
import { post } from '../../lib/api';
import { may } from '../../lib/room';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { Button } from '../../ui/Button';
import { asked, Form } from '../../ui/Form';
import { Field, Select, useGet, Wait } from './parts';
import type { ApprovedComponent, Component, TableConfig } from '../../lib/types';
import { dayOf } from './words';

const simulation = 'built-in simulation';

function approvedWords(one: ApprovedComponent): string {
    return [one.component, one.version, one.version && one.or_higher ? 'or higher' : '']
        .filter(Boolean)
        .join(' ');
}

function Rows({ parts, onRemove }: { parts: Component[]; onRemove: (part: Component) => void }) {
    return (
        <table class="figures as-cards">
            <thead>
                <tr>
                    <th scope="col">Component</th>
                    <th scope="col">Version</th>
                    <th scope="col">Serial number</th>
                    <th scope="col">Since (UTC)</th>
                    <th scope="col">
                        <span class="hidden-text">What to do</span>
                    </th>
                </tr>
            </thead>
            <tbody>
                {parts.map((part) => (
                    <tr key={`${part.component}/${part.serial}`}>
                        <th scope="row">{part.component}</th>
                        <td data-name="Version">{part.version}</td>
                        <td data-name="Serial number">{part.serial}</td>
                        <td data-name="Since (UTC)">{dayOf(part.since_ms)}</td>
                        <td class="row-tools">
                            {may('configure') && (
                                <Button
                                    onClick={() => onRemove(part)}
                                    aria-label={`Remove ${part.component} ${part.serial}`}
                                >
                                    Remove…
                                </Button>
                            )}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function Components({ table }: { table: number }) {
    const path = `/api/tables/${table}/components`;
    const fetched = useGet<TableConfig>(`/api/tables/${table}/config`);
    const [removed, setRemoved] = useState<Component | null>(null);
    const [name, setName] = useState('');
    const [version, setVersion] = useState('');
    const [serial, setSerial] = useState('');
    const [since, setSince] = useState('');
    const [reason, setReason] = useState('');
    const { components, approved, component_warnings: warnings } = fetched.data ?? {};
    if (!fetched.data) {
        return (
            <section class="panel">
                <h2>Progressive components</h2>
                <Wait of={fetched} />
            </section>
        );
    }
    if (!components || !approved) {
        return null; // it plays for no meter
    }
    const names = [...new Set([...approved.map((one) => one.component), simulation])];
    const chosen = name || (names[0] ?? '');
    return (
        <section class="panel pit-components">
            <h2>Progressive components</h2>
            {(warnings ?? []).length > 0 && (
                <ul class="warning" role="status" aria-label="Warnings about components">
                    {(warnings ?? []).map((one) => (
                        <li key={one}>{one} (GM-7)</li>
                    ))}
                </ul>
            )}
            <Rows parts={components} onRemove={setRemoved} />
            {components.some((one) => one.component === simulation) && (
                <p class="muted">
                    This program simulates the system: there is no approved hardware at this table.
                </p>
            )}
            <p class="muted">Approved: {approved.map(approvedWords).join('; ')}.</p>
            {may('configure') && (
                <Form
                    run={() =>
                        asked(() =>
                            post(path, {
                                component: chosen,
                                version,
                                serial,
                                reason,
                                ...(since ? { since_ms: Date.parse(`${since}T00:00:00Z`) } : {}),
                            }),
                        )
                    }
                    done="The component is listed."
                    button="List the component"
                    disabled={!version.trim() || !serial.trim() || !reason.trim()}
                    onDone={() => {
                        setVersion('');
                        setSerial('');
                        setReason('');
                        fetched.again();
                    }}
                >
                    <div class="fields">
                        <Select
                            label="Component"
                            value={chosen}
                            onChange={setName}
                            options={names.map((one) => [one, one])}
                        />
                        <Field
                            label="Software version"
                            value={version}
                            onChange={setVersion}
                            maxLength={23}
                            placeholder={approved.find((one) => one.component === chosen)?.version}
                        />
                        <Field
                            label="Serial number"
                            note="The same component and serial number again changes its version."
                            value={serial}
                            onChange={setSerial}
                            maxLength={31}
                        />
                        <Field
                            label="Since (UTC; empty: now)"
                            type="date"
                            value={since}
                            onChange={setSince}
                        />
                        <Field label="Reason" value={reason} onChange={setReason} />
                    </div>
                </Form>
            )}
            {removed && (
                <ReasonDialog
                    title={`Remove ${removed.component} ${removed.serial}`}
                    words="It is at this table no longer. The log keeps who took it out, and why."
                    button="Remove"
                    kind="bad"
                    suggestions={['replaced', 'sent for repair', 'listed by mistake']}
                    run={async (why) => {
                        const answer = await asked(() =>
                            post(path, {
                                component: removed.component,
                                serial: removed.serial,
                                remove: true,
                                reason: why,
                            }),
                        );
                        fetched.again();
                        return answer;
                    }}
                    onClose={() => setRemoved(null)}
                />
            )}
        </section>
    );
}
