/** Formats that can show links between cards. */
export const TOPOLOGY_FORMATS = [
  "nvidia-smi-topo",
  "nvidia-smi-nvlink",
  "nvbandwidth",
  "nccl-tests",
  "nccl-debug",
] as const;
