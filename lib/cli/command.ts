/** What a command gets: its arguments after the name, with files already read by the entry point. */
export interface CommandInput {
  /** Positional arguments: file names or `-`. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** `--name value` and `--flag` options; a flag without value is "true". */
  readonly options: Readonly<Record<string, string>>;
  /**
   * Reads another file that the input names (`configPath`), relative to the working directory; with `firstBytes` only
   * its start, so that the header of a large file costs little.
   */
  readonly readFile: (path: string, firstBytes?: number) => Uint8Array;
}

/** 0 done; 1 a verdict of does-not-fit or failed; 2 unusable input. */
export type ExitCode = 0 | 1 | 2;

export interface CommandResult {
  readonly output: unknown;
  readonly exitCode: ExitCode;
}

export interface CommandError {
  readonly error: { readonly code: string; readonly path: string; readonly message: string };
}

export interface Command {
  readonly name: string;
  /** One line for `headroom --help`. */
  readonly summary: string;
  readonly usage: string;
  /** JSON Schema of the input, for `--schema`; null where the input is a tool's own output. */
  readonly schema: () => unknown;
  readonly run: (input: CommandInput) => CommandResult | Promise<CommandResult>;
}
