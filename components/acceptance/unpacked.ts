/** A chosen file as what is sent: an archive is unpacked in the browser, so that each output is evidence of its own. */
export interface Unpacked {
  readonly files: readonly { readonly name: string; readonly body: Blob }[];
  /** Why an archive gives nothing; it is not sent then. */
  readonly refused: "damaged" | "changed" | "too-large" | "empty" | null;
}

export async function unpacked(file: File): Promise<Unpacked> {
  const { archivedFiles, isArchive } = await import("@/lib/acceptance/evidence/archive");
  if (!isArchive(file.name)) return { files: [{ name: file.name, body: file }], refused: null };
  const archive = archivedFiles(file.name, new Uint8Array(await file.arrayBuffer()));
  if (!archive.ok) return { files: [], refused: archive.code };
  return {
    files: archive.files.map(({ name, bytes }) => ({ name, body: new Blob([new Uint8Array(bytes)]) })),
    refused: null,
  };
}
