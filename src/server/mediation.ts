import { noteCatalogue } from '../mediation/catalogue/index.ts';
import type { MediationDeps } from '../mediation/deps.ts';
import { mediationPanel } from '../mediation/panel.ts';
import type { MediationStore } from '../mediation/ports/store.ts';
import type { Settings } from './config/settings.ts';
import type { Effects } from './effects.ts';
import type { CatalogueFile } from './files/catalogue.ts';

interface MediationParts {
  readonly settings: Settings['mediation'];
  readonly catalogue: CatalogueFile;
  readonly store: MediationStore;
  readonly effects: Effects;
}

export type Mediation = ReturnType<typeof createMediation>;

/** The mediation panel. */
export function createMediation({ settings, catalogue, store, effects }: MediationParts) {
  const { strictInventory, freezeDuringExperiments } = settings;
  const policy = { strictInventory, freezeDuringExperiments };
  const deps: MediationDeps = { store, catalogue: catalogue.current, policy, ...effects };
  return {
    /** Writes into the audit log which catalogue is in use, where that changed. */
    noteCatalogue: noteCatalogue(deps, catalogue),
    store,
    catalogue,
    panel: mediationPanel(deps),
    deps,
  };
}
