/**
 * Words by which bills say what was sold. Each pattern is one kind of evidence; `classify.ts` decides their order. They
 * look at SKU, meter, description and service text, never at amounts.
 */

/** Not licences although the word stands there. */
const LICENCE_FREE = /\b(no|without) licen[cs]e|licen[cs]e[- ]included|bring your own licen[cs]e|\bbyol\b/gi;

export function supportKindOf(text: string): "support" | "licence" | "platform_fee" | null {
  const t = text.replace(LICENCE_FREE, " ");
  if (/\bplatform[- ]fees?\b|\bservice[- ]fees?\b/i.test(t)) return "platform_fee";
  if (/\blicen[cs](e|es|ing)\b|\bai enterprise\b|\bnvaie\b|\bmarketplace\b|\bsubscriptions?\b/i.test(t))
    return "licence";
  return /\bsupport\b/i.test(t) ? "support" : null;
}

export function saysStorage(text: string): boolean {
  const t = text.replace(/\bvolume (tier|discount|pricing)/gi, " ");
  return /\b(storage|disks?|volumes?|snapshots?|backups?|object store|iops|ebs|ssd|nvme drive|container registry|ecr)\b/i.test(
    t,
  );
}

export function saysNetwork(text: string): boolean {
  return /\begress\b|\bingress\b|data[- ]?transfer|datatransfer|\bbandwidth\b|\bnat\b|load[- ]?balanc|\bpublic ips?\b|\bip address|\b(direct|cloud|dedicated) (connect|interconnect)\b|\bexpressroute\b|\bvpn\b|\bpeering\b|(out|in)-bytes\b/i.test(
    text,
  );
}

export function saysCpu(text: string): boolean {
  return /\bv-?cpus?\b|\bv-?cores?\b|\bocpus?\b|\bcpus?\b|\bram\b|\bmemory\b|\binstance core\b|control[- ]plane|\bcluster management\b/i.test(
    text,
  );
}

export function saysServerlessCpu(text: string): boolean {
  return /\b(aws ?lambda|lambda|fargate|azure functions|cloud functions)\b/i.test(text);
}

const GPU_MODEL =
  /\b(gb[23]00|b[23]00|gh200|h[12]00|h800|h20|a100|a800|a40|a30|a16|a10g?|a2000|a[456]000|l40s?|l4|t4|v100|p100|p40|p4|k80|rtx[- ]?\w*\d{4}\w*|quadro|mi(210|250x?|300[ax]?|325x|350x|355x)|gaudi\d?|trainium\d?|inferentia\d?)\b/i;

/** A card or the word GPU; `P4` and `T4` alone count only beside the word NVIDIA, Tesla or GPU. */
export function saysGpu(text: string): boolean {
  if (/\bgpus?\b|gpumodel|gpucount|\btpus?\b|\baccelerators?\b|\bnvidia\b|\btesla\b/i.test(text)) return true;
  const model = GPU_MODEL.exec(text)?.[0];
  return model !== undefined && !/^(p4|p40|t4|k80)$/i.test(model);
}

const GPU_INSTANCE =
  /\b(p[2-6](d|de|e|en|b200|b300)?(-\w+)?|g[3-7](s|ad|dn|e|f|r|i)?|gr6f?|trn[12]n?|inf[12]|dl[12]q?|vt1)\.(\w+-)?(nano|micro|small|medium|\d*x?large|metal)\b|\bStandard_N[CDGPV]\w*|\bN[CDV]\d+\w*( v\d)?\b|\b(a2|a3|a4x?|g2|g4)-(high|mega|ultra|edge|max|standard)\w*-?\w*|\bVM\.GPU\.\w+|\bBM\.GPU\.\w+/i;

const CPU_INSTANCE =
  /\b[a-z]+\d+[a-z-]*\.(\w+-)?(nano|micro|small|medium|\d*x?large|metal)\b|\bStandard_[ABDEFHLM]\w+|\b[DEFB]\d+a?d?l?s?( v\d|\/DS?\d+)|\b(e2|n1|n2d?|n4|c2d?|c3d?|c4a?|t2d|t2a|m[1-4]|h3)-(standard|highmem|highcpu|custom|micro|small|medium|ultramem|megamem)\w*-?\d*/i;

export function namesGpuInstance(text: string): boolean {
  return GPU_INSTANCE.test(text);
}

/** An instance type of a general family; a caller has excluded the ones with an accelerator. */
export function namesCpuInstance(text: string): boolean {
  return CPU_INSTANCE.test(text);
}

export function saysCapacityBlock(text: string): boolean {
  return /\bcapacity[- ]?blocks?\b/i.test(text);
}

export function saysInferenceTokens(text: string): boolean {
  return /\b(input|output|prompt|completion|cached|generated)[- ]tokens?\b|\btokens? (in|out|input|output|generated)\b|\b(per|1k|1m|million|thousand) tokens\b/i.test(
    text,
  );
}

export function saysFunding(text: string): boolean {
  return /\btop[- ]?up\b|\bwallet\b|\b(account|balance) (recharge|deposit)\b|\bprepaid (balance|funds)\b|\bcredit purchase\b/i.test(
    text,
  );
}

export function saysTotal(text: string): boolean {
  return /^\s*(grand |sub-?|invoice |account |statement )?total\b/i.test(text);
}

/** Discounts that change a price, as against promotional or goodwill credit. */
export function saysPriceDiscount(text: string): boolean {
  return /committed use|\bcud\b|sustained use|enterprise discount|\bedp\b|volume (tier|discount)|tiered discount|negotiated|private pricing/i.test(
    text,
  );
}

export function saysRounding(text: string): boolean {
  return /\brounding\b/i.test(text);
}
