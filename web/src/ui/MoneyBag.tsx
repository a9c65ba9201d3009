// GM-4: the money bag, which prints the win page.

/** The way to a win's page, wherever a win is shown. */
export function MoneyBag({
    table,
    round,
    seat,
    words,
}: {
    table: number;
    round: number;
    seat: number;
    /** Beside the picture; without, it is the picture alone. */
    words?: string;
}) {
    return (
        <a
            class={`money-bag ${words ? 'button button-main' : ''}`}
            href={`/pit/win/${table}/${round}/${seat}`}
            title="Win page, to print"
            aria-label={`${words ?? 'Win page'}, seat ${seat}, round ${round}`}
        >
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M8.5 2.5h7l-2 4.2h-3z" />
                <path d="M10.2 7.6h3.6c3.2 2.6 5.7 6 5.7 9.2 0 3.3-2.6 5.2-7.5 5.2s-7.5-1.9-7.5-5.2c0-3.2 2.5-6.6 5.7-9.2z" />
                <text x="12" y="18.6" text-anchor="middle">
                    $
                </text>
            </svg>
            {words && <span>{words}</span>}
        </a>
    );
}
