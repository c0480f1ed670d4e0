export { default } from "../estimate/layout";
