// @ts-check
// The table of labs: a row here, a script and a template in lab/, and a folder in src/lab. The game is the first of
// them, looked at otherwise.

import { AgreementLab } from "./lab/agreement.js";
import { CorrelationLab } from "./lab/correlation.js";
import { CurvesLab } from "./lab/curves.js";
import { DataLab } from "./lab/data.js";
import { MarginalLab } from "./lab/marginal.js";
import { ModelsLab } from "./lab/models.js";
import { PlayLab } from "./lab/play.js";
import { TheoremLab } from "./lab/theorem.js";
import { ToyLab } from "./lab/toy.js";

/**
 * @typedef {object} Page what a lab may use of the page
 * @property {import("./state.js").State} state
 * @property {import("./workers.js").Pool} pool
 * @property {(heading: string | null, fingerprint: string) => void} tell shows what the figure is, and
 *   its fingerprint or why there is none
 * @property {() => void} changed hears that the figure, or what is known of it, changed
 *
 * @typedef {new (page: Page) => import("./figure.js").FigureLab} Lab
 */

/** @type {Record<string, Lab>} */
export const labs = {
  toy: ToyLab,
  play: PlayLab,
  models: ModelsLab,
  correlation: CorrelationLab,
  marginal: MarginalLab,
  theorem: TheoremLab,
  curves: CurvesLab,
  agreement: AgreementLab,
  data: DataLab,
};
