import Link from "next/link";

const MARK = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** A sentence of the documentation: `code` and [links](/address) are the only marks it knows. */
export function Prose({ text }: { text: string }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    parts.push(text.slice(at, match.index));
    const [whole, code, words, href = ""] = match;
    parts.push(
      code === undefined ? (
        <DocLink key={match.index} href={href} words={words ?? ""} />
      ) : (
        <Code key={match.index} text={code} />
      ),
    );
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

export function Code({ text }: { text: string }) {
  return <code className="break-words rounded bg-sunken px-1 font-mono text-[0.875em]">{text}</code>;
}

/** Files and the interface are no pages: they are opened as they are. */
function DocLink({ href, words }: { href: string; words: string }) {
  const look = "text-accent underline underline-offset-2";
  if (/\.\w+$/.test(href))
    return (
      <a className={look} href={href}>
        {words}
      </a>
    );
  return (
    <Link className={look} href={href} prefetch={false}>
      {words}
    </Link>
  );
}

/** Lines to copy; long ones break, so that nothing has to be scrolled sideways. */
export function CodeLines({ text }: { text: string }) {
  return (
    <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
      {text}
    </pre>
  );
}
