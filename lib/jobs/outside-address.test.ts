import { describe, expect, it } from "vitest";
import { isOutside, resolveOutside } from "./outside-address";

describe("isOutside", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "no address",
  ])("%s is not outside", (address) => {
    expect(isOutside(address)).toBe(false);
  });

  it.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])(
    "%s is outside",
    (address) => {
      expect(isOutside(address)).toBe(true);
    },
  );
});

describe("resolveOutside", () => {
  it.each(["http://127.0.0.1/x", "http://[::1]:8000/", "http://2130706433/", "http://0x7f.1/", "http://localhost:9/"])(
    "refuses %s",
    async (address) => {
      expect(await resolveOutside(new URL(address), [])).toMatchObject({ ok: false });
    },
  );

  it("lets a listed host through, by name or with its port only", async () => {
    const url = new URL("http://127.0.0.1:8000/metrics");
    expect(await resolveOutside(url, ["127.0.0.1:8000"])).toMatchObject({ ok: true, address: "127.0.0.1" });
    expect(await resolveOutside(url, ["127.0.0.1"])).toMatchObject({ ok: true });
    expect(await resolveOutside(url, ["127.0.0.1:9"])).toMatchObject({ ok: false });
  });
});
