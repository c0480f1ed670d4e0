/** A bar with air above it: what is used, and what is left. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
        <rect x="1" y="1" width="18" height="18" rx="4" className="fill-accent-soft stroke-accent" strokeWidth="1.5" />
        <rect x="4.5" y="9" width="11" height="6.5" rx="1" className="fill-accent" />
        <path d="M4.5 6h11" className="stroke-accent" strokeWidth="1.5" strokeDasharray="2 1.6" />
      </svg>
      Headroom
    </span>
  );
}
