import "server-only";
import { createTransport } from "nodemailer";
import { env } from "@/lib/env/env.mjs";
import { requestOutside } from "@/lib/jobs/outside-request";

const TIMEOUT_MS = 10_000;

export interface Message {
  readonly subject: string;
  readonly text: string;
  readonly link: string;
}

/** Sends one message. @returns null when it was taken, else why not, in a sentence without anything secret */
export async function send(kind: "webhook" | "email", target: string, message: Message): Promise<string | null> {
  return kind === "webhook" ? sendWebhook(target, message) : sendEmail(target, message);
}

/** The JSON that Slack's incoming webhooks take, and with them Mattermost, Discord's `/slack` addresses and many more. */
async function sendWebhook(url: string, { text, link }: Message): Promise<string | null> {
  const answer = await requestOutside({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: `${text}\n${link}` }),
    allowed: env.allowedHosts,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 65_536,
  });
  if (!answer.ok) return answer.reason;
  return answer.status >= 200 && answer.status < 300 ? null : `the other side answered ${answer.status}`;
}

async function sendEmail(to: string, { subject, text, link }: Message): Promise<string | null> {
  if (!env.smtpUrl) return "no mail server is set: HEADROOM_SMTP_URL";
  const transport = createTransport(env.smtpUrl, { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS });
  try {
    await transport.sendMail({ from: env.mailFrom, to, subject, text: `${text}\n\n${link}\n` });
    return null;
  } catch (err) {
    const code = (err as { responseCode?: number; code?: string }).responseCode ?? (err as { code?: string }).code;
    return `the mail server refused (${code ?? "unknown"})`;
  } finally {
    transport.close();
  }
}
