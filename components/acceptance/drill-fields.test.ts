import { describe, expect, it } from "vitest";
import { drillFrom, fieldsOf } from "./drill-fields";

const filled = { ...fieldsOf(null, "2026-06-02"), workLostMinutes: "0", resumeMinutes: "4,5", retriedBy: "Gateway" };

describe("what is typed about a drill", () => {
  it("is read with comma or dot, and comes back as it was", () => {
    const read = drillFrom(filled, ["e"]);
    expect(read).toMatchObject({
      ok: true,
      drill: { resumeMinutes: 4.5, checkpointAgeMinutes: null, at: "2026-06-02T12:00:00Z" },
    });
    if (read.ok) expect(fieldsOf(read.drill, "x").at).toBe("2026-06-02T12:00");
  });
  it("is asked about where a number could mean two things or nothing", () => {
    for (const resumeMinutes of ["1.234", "1,234", "", "soon", "-1", "1e3"])
      expect(drillFrom({ ...filled, resumeMinutes }, [])).toEqual({ ok: false, faults: ["resumeMinutes"] });
    expect(drillFrom({ ...filled, at: "" }, [])).toEqual({ ok: false, faults: ["at"] });
  });
});
