/** What a series is filled with on paper: told apart without any colour, neighbours most of all. */
const FILLS = [
  <rect key="fill" width="8" height="8" fill="#000" />,
  <path key="fill" d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" stroke="#000" strokeWidth="1.4" />,
  <path key="fill" d="M0,2 h8 M0,6 h8" stroke="#000" strokeWidth="1" />,
  <path key="fill" d="M1,1 h2 v2 h-2 z M5,5 h2 v2 h-2 z" fill="#000" />,
  <path key="fill" d="M0,4 h8 M4,0 v8" stroke="#000" strokeWidth="1" />,
  <path key="fill" d="M2,0 v8 M6,0 v8" stroke="#000" strokeWidth="1" />,
  <path key="fill" d="M0,0 h4 v4 h-4 z M4,4 h4 v4 h-4 z" fill="#000" />,
  <path key="fill" d="M10,2 l-4,-4 M8,8 l-8,-8 M2,10 l-4,-4" stroke="#000" strokeWidth="1.4" />,
] as const;

/** Drawn once on a page whose bars use the patterns. */
export function Patterns() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <defs>
        {FILLS.map((fill, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <pattern key={i} id={`series-pattern-${i}`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill="#fff" />
            {fill}
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

const fillOf = (series: number): string => `url(#series-pattern-${series % FILLS.length})`;

/** The pattern of a series beside its name. */
export function PatternSwatch({ series }: { series: number }) {
  return (
    <svg aria-hidden="true" className="inline-block h-3 w-5 shrink-0">
      <rect width="100%" height="100%" fill={fillOf(series)} stroke="#000" strokeWidth="1.5" />
    </svg>
  );
}

interface BarProps {
  readonly label: string;
  /** Parts in their order, in per cent of the whole width; `series` chooses the pattern. */
  readonly parts: readonly { readonly series: number; readonly percent: number }[];
  /** Where a limit is drawn, in per cent of the width. */
  readonly limit?: number;
}

/** One stacked bar as SVG, so that it prints as it is seen; a table with the same numbers stands beside it. */
export function PatternBar({ label, parts, limit }: BarProps) {
  let from = 0;
  const placed = parts.map((part) => {
    const x = from;
    from += part.percent;
    return { ...part, x };
  });
  return (
    <svg role="img" aria-label={label} className="block h-7 w-full overflow-visible">
      <rect width="100%" height="100%" fill="#fff" stroke="#5a5a5a" />
      {placed.map(({ series, percent, x }) => (
        <rect
          key={`${series}-${x}`}
          x={`${x}%`}
          width={`${Math.max(0, percent)}%`}
          height="100%"
          fill={fillOf(series)}
          stroke="#000"
        />
      ))}
      {limit === undefined ? null : (
        <line x1={`${limit}%`} x2={`${limit}%`} y1="-4" y2="32" stroke="#000" strokeWidth="2.5" />
      )}
    </svg>
  );
}
