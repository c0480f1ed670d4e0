"use client";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content className="fixed top-[12vh] left-1/2 z-50 max-h-[80vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-xl">
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          {description ? (
            <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
          ) : null}
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
