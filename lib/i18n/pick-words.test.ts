import { describe, expect, it } from "vitest";
import { joinWords, pickWords } from "./pick-words";

const ALL = { shell: { menu: "Menu", nav: { home: "Home" } }, review: { card: { save: "Save" }, sign: { by: "By" } } };

describe("words that a page hands the browser", () => {
  it("are those of the named parts alone", () => {
    expect(pickWords(ALL, ["shell", "review.card"])).toEqual({ shell: ALL.shell, review: { card: { save: "Save" } } });
    expect(pickWords(ALL, ["review.card", "review.sign"])).toEqual({ review: ALL.review });
    expect(pickWords(ALL, [])).toEqual({});
  });

  it("are refused where the named part does not exist", () => {
    expect(() => pickWords(ALL, ["review.stage"])).toThrow("no words at review.stage");
    expect(() => pickWords(ALL, ["shell.menu.deeper"])).toThrow("no words at shell.menu.deeper");
  });

  it("join those that the frame around the page has given", () => {
    const frame = pickWords(ALL, ["shell.nav", "review.card"]);
    expect(joinWords(frame, pickWords(ALL, ["review.sign"]))).toEqual({
      shell: { nav: { home: "Home" } },
      review: ALL.review,
    });
    expect(frame).toEqual({ shell: { nav: { home: "Home" } }, review: { card: { save: "Save" } } });
  });
});
