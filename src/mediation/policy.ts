/** What the operator has decided; the operations only read it. */
export interface MediationPolicy {
  /** Ad units must be in the inventory and fit the group; otherwise their ids only have to be well-formed. */
  readonly strictInventory: boolean;
  /** Groups cannot be changed while an experiment runs in them. */
  readonly freezeDuringExperiments: boolean;
}

export const DEFAULT_MEDIATION_POLICY: MediationPolicy = {
  strictInventory: false,
  freezeDuringExperiments: false,
};
