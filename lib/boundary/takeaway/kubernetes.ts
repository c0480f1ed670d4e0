import { stringify } from "yaml";
import type { Accelerator } from "@/lib/catalog/schema";
import { cardsInside, containedCommand, isOneNode } from "./container";
import { type Deployment, FILLS } from "./deployment";
import { fillsIn, sharedNotes, type TakeawayAnswer } from "./takeaway";
import { placeholder, shellComments } from "./text";

/** The extended resource that the vendor's device plugin offers. */
function resourceName(card: Accelerator | null, mig: string | null): string {
  if (card?.vendor === "NVIDIA") return mig === null ? "nvidia.com/gpu" : `nvidia.com/mig-${mig}`;
  if (card?.vendor === "AMD") return "amd.com/gpu";
  return placeholder("GPU_RESOURCE");
}

/** Labels that GPU feature discovery puts on nodes: compute capability, memory and count decide, not a product's name. */
function affinityOf(card: Accelerator | null, cards: number): object | null {
  if (card?.vendor !== "NVIDIA") return null;
  const [major = "", minor = ""] = card.computeCapability.split(".");
  const one = (key: string, operator: string, value: string) => ({ key, operator, values: [value] });
  const { reportedMib } = card.memory;
  const matchExpressions = [
    one("nvidia.com/gpu.compute.major", "In", major),
    one("nvidia.com/gpu.compute.minor", "In", minor),
    ...(reportedMib === null ? [] : [one("nvidia.com/gpu.memory", "Gt", String(reportedMib - 1025))]),
    one("nvidia.com/gpu.count", "Gt", String(cards - 1)),
  ];
  return {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
  };
}

/** A Deployment for a service, a Job for work that ends: limits equal requests, so that the pod is never evicted first. */
export function kubernetesManifest(d: Deployment): TakeawayAnswer {
  const inside = containedCommand(d);
  if (typeof inside === "string") return { ok: false, target: "kubernetes", code: inside };
  if (!isOneNode(d)) return { ok: false, target: "kubernetes", code: "several-nodes" };
  const cards = cardsInside(d);
  const resources = {
    cpu: placeholder("CPU_CORES"),
    memory: placeholder("HOST_MEMORY"),
    [resourceName(d.card, d.mig)]: cards,
  };
  const probe = inside.port === null ? null : { httpGet: { path: "/health", port: inside.port } };
  const affinity = affinityOf(d.card, cards);
  const labels = { "app.kubernetes.io/name": d.name, ...d.tags };
  const pod = {
    automountServiceAccountToken: false,
    ...(probe === null ? { restartPolicy: "Never" } : {}),
    ...(affinity === null ? {} : { affinity }),
    containers: [
      {
        name: "main",
        image: inside.image,
        command: [...inside.words],
        env: [{ name: "HF_TOKEN", valueFrom: { secretKeyRef: { name: placeholder("SECRET_NAME"), key: "token" } } }],
        ...(inside.port === null ? {} : { ports: [{ containerPort: inside.port }] }),
        resources: { limits: resources, requests: { ...resources } },
        ...(probe === null
          ? {}
          : { startupProbe: { ...probe, periodSeconds: 10, failureThreshold: 180 }, readinessProbe: probe }),
        securityContext: { allowPrivilegeEscalation: false },
        volumeMounts: [{ name: "shared-memory", mountPath: "/dev/shm" }],
      },
    ],
    volumes: [{ name: "shared-memory", emptyDir: { medium: "Memory", sizeLimit: placeholder("SHARED_MEMORY") } }],
  };
  const metadata = { name: d.name, labels };
  const template = { metadata: { labels }, spec: pod };
  const selector = { matchLabels: { "app.kubernetes.io/name": d.name } };
  const manifest =
    probe === null
      ? {
          apiVersion: "batch/v1",
          kind: "Job",
          metadata,
          spec: {
            backoffLimit: 0,
            ...(d.runHours === null ? {} : { activeDeadlineSeconds: d.runHours * 3600 }),
            template,
          },
        }
      : {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata,
          spec: { replicas: d.copies, strategy: { type: "Recreate" }, selector, template },
        };
  const head = shellComments([d.title, ...(d.stopRule === null ? [] : [`Stop rule: ${d.stopRule}`])]);
  const text = head + stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false });
  return {
    ok: true,
    takeaway: {
      target: "kubernetes",
      fileName: `${d.name}.yaml`,
      text,
      toFill: fillsIn(text, FILLS),
      notes: [...inside.notes, ...sharedNotes(d, true), ...(affinity === null ? (["no-labels"] as const) : [])],
      checks: [
        `kubectl apply --dry-run=server -f ${d.name}.yaml`,
        `kubectl rollout status ${probe === null ? "job" : "deployment"}/${d.name}`,
      ],
    },
  };
}
