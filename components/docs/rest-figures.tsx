import { docWords } from "@/lib/i18n/documentation";
import type { FigureProps } from "./figure-props";
import { FigureTable } from "./figure-table";
import { Code, CodeLines } from "./prose";

const EXAMPLE = `curl -s https://headroom.example/api/v1/estimate \\
  -H "Authorization: Bearer $HEADROOM_TOKEN" -H "Content-Type: application/json" \\
  -d '{"model":{"preset":"meta-llama/Llama-3.1-8B"},"run":{"kind":"serve","maxModelLen":8192},"gpu":"h100-sxm"}'`;

export const RestExample = () => <CodeLines text={EXAMPLE} />;

/** Every address of the interface; a test holds the list to the description that the server gives of itself. */
export async function RestPaths({ locale, title }: FigureProps) {
  const { words, paths } = await docWords(locale, "rest");
  return (
    <FigureTable
      label={title}
      heads={[words.method, words.path, words.does]}
      rows={Object.entries(paths).map(([key, does]) => {
        const [method, path = ""] = key.split(" ");
        return { key, cells: [method, <Code key="path" text={path} />, does] };
      })}
    />
  );
}
