import { Fragment } from "react";
import Link from "@/components/ui/link";

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

/** Up to this many characters a word fits every line. */
const SHORT = 24;

/** Code as it is, but a line never ends inside an option such as `--token-file`: a hyphen alone says nothing. */
export function CodeWords({ text }: { text: string }) {
  return text.split(/(\s+)/).map((word, i) =>
    word.includes("-") && word.length <= SHORT ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of a fixed text
      <span key={i} className="whitespace-nowrap">
        {word}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of a fixed text
      <Fragment key={i}>{word}</Fragment>
    ),
  );
}

export function Code({ text }: { text: string }) {
  return (
    <code className="break-words rounded bg-sunken px-1 font-mono text-[0.875em]">
      <CodeWords text={text} />
    </code>
  );
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
    <Link className={look} href={href}>
      {words}
    </Link>
  );
}

/** Lines to copy; long ones break, so that nothing has to be scrolled sideways. */
export function CodeLines({ text }: { text: string }) {
  return (
    <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
      <CodeWords text={text} />
    </pre>
  );
}
