/** What the NVIDIA tools, the shell and the container runtime print instead of an output. */
const ERRORS: readonly RegExp[] = [
  /Unable to determine the device handle for GPU\s*(?:[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d)?:?\s*.*/,
  /NVIDIA-SMI has failed because.*/,
  /Failed to initialize NVML.*/,
  /No devices were found/,
  /Insufficient Permissions/,
  /\S*nvidia-smi: (?:command )?not found/,
  /(?:command not found|not found|No such file or directory|Permission denied):? ?\S*nvidia-smi/,
  /'?nvidia-smi(?:\.exe)?'? is not recognized as .*/,
  /executable file not found in \$PATH/,
  /Command '?nvidia-smi.*returned non-zero exit status \d+/,
  /NVML library (?:version|doesn't exist).*|Driver\/library version mismatch/,
];

/** One look decides for nearly every line that it says nothing of the kind. */
const HINT = /nvidia-smi|NVIDIA-SMI|NVML|No devices|Insufficient|device handle|executable file|Driver\/library/;

/** The first words of failure in a line, or null. */
export function toolError(text: string): string | null {
  if (text.length > 2_000 || !HINT.test(text)) return null;
  for (const e of ERRORS) {
    const found = e.exec(text)?.[0];
    if (found !== undefined) return found.trim();
  }
  return null;
}

/** The first failure in lines that are no output. */
export function firstToolError(lines: readonly { readonly text: string }[]): string | null {
  for (const { text } of lines) {
    const found = toolError(text);
    if (found !== null) return found;
  }
  return null;
}
