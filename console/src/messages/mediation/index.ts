import { analysis } from './analysis.ts';
import { changes } from './changes.ts';
import { experiment } from './experiment.ts';
import { group } from './group.ts';
import { groups } from './groups.ts';
import { history } from './history.ts';
import { inventory } from './inventory.ts';
import { lines } from './lines.ts';
import { lint } from './lint.ts';
import { mappings } from './mappings.ts';
import { figures, overview } from './overview.ts';
import { reports } from './reports.ts';
import { sources } from './sources.ts';
import { words } from './words.ts';

/** All words of the mediation console's screens. */
export const mediation = {
  words,
  overview,
  figures,
  lines,
  groups,
  group,
  experiment,
  analysis,
  history,
  mappings,
  sources,
  inventory,
  lint,
  changes,
  reports,
} as const;
