import { ErrorSummary, type SummaryError } from "@/components/ui/error-summary";
import { Callout } from "@/components/ui/surface";

interface ProblemsProps {
  readonly title: string;
  readonly fields: readonly SummaryError[];
  /** What was refused as a whole; shown when no field is at fault. */
  readonly error: string | null | undefined;
}

/** What stands above a form that was not taken: the fields at fault with links to them, or the refusal in words. */
export function FormProblems({ title, fields, error }: ProblemsProps) {
  return (
    <>
      <ErrorSummary title={title} errors={fields} />
      {error && fields.length === 0 ? (
        <Callout tone="bad" live>
          {error}
        </Callout>
      ) : null}
    </>
  );
}
