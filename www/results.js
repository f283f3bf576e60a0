// @ts-check
// The page of results needs no script but for the theme, which it shares with the labs.

import { element } from "./dom.js";
import { watchTheme } from "./theme.js";

element("theme-box").hidden = false;
watchTheme(() => {});
