/** By what costs can be grouped. All but brief and model are said by the entries themselves. */
export const GROUPS = ["brief", "team", "model", "provider", "account", "region", "rental", "stage"] as const;
export type Group = (typeof GROUPS)[number];

/** Groups that an entry says by itself: a list of entries can be asked for one of their values. */
export const ENTRY_GROUPS = ["team", "provider", "account", "region", "rental", "stage"] as const;
export type EntryGroup = (typeof ENTRY_GROUPS)[number];

export const isEntryGroup = (group: string): group is EntryGroup => ENTRY_GROUPS.some((g) => g === group);

/** Keys of tags that name a team and a stage where the source of a bill says nothing else. */
export const DEFAULT_TAG = { team: "team", stage: "stage" } as const;
