import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link inside the product. Nothing is fetched ahead: every page is drawn for who asks at the moment they ask, so only
 * its outline could come early, and a page with fifty links asked the server a hundred times before anybody chose one.
 */
export default function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
