import type { ReactNode } from "react";
import { AreaTable, CheckTable, GateTable } from "./acceptance-figures";
import { BillFormats } from "./bill-formats";
import { StyleTable } from "./boundary-figures";
import { CommandList } from "./command-list";
import { EvidenceFormats } from "./evidence-formats";
import type { FigureProps } from "./figure-props";
import { ComponentTable, PileTable } from "./ledger-figures";
import { CacheTypes, Engines, FormulaTable, FormulaVersion, Symbols } from "./memory-figures";
import { RestExample, RestPaths } from "./rest-figures";
import { BackupLines, Configuration } from "./running-figures";

/** Long tables that are shown when they are asked for. */
export const FOLDED: ReadonlySet<string> = new Set([
  "memory#serve",
  "memory#cache",
  "memory#train",
  "memory#media",
  "memory#engines",
]);

/** What stands below the words of a part, by `page#part`: made from the lists that the program itself works by. */
export const FIGURES: Readonly<Record<string, (props: FigureProps) => ReactNode>> = {
  "memory#serve": (props) => <FormulaTable {...props} kind="serve" />,
  "memory#cache": (props) => <CacheTypes {...props} />,
  "memory#train": (props) => <FormulaTable {...props} kind="train" />,
  "memory#media": (props) => <FormulaTable {...props} kind="media" />,
  "memory#symbols": (props) => <Symbols {...props} />,
  "memory#engines": (props) => <Engines {...props} />,
  "memory#verdict": (props) => <FormulaVersion {...props} />,
  "boundary#styles": (props) => <StyleTable {...props} />,
  "acceptance#areas": (props) => <AreaTable {...props} />,
  "acceptance#gates": (props) => <GateTable {...props} />,
  "acceptance#checks": (props) => <CheckTable {...props} />,
  "evidence#formats": (props) => <EvidenceFormats {...props} />,
  "bills#formats": (props) => <BillFormats {...props} />,
  "ledger#piles": (props) => <PileTable {...props} />,
  "ledger#components": (props) => <ComponentTable {...props} />,
  "command-line#commands": (props) => <CommandList {...props} />,
  "rest#example": () => <RestExample />,
  "rest#paths": (props) => <RestPaths {...props} />,
  "running#configuration": (props) => <Configuration {...props} />,
  "running#backup": () => <BackupLines />,
};
