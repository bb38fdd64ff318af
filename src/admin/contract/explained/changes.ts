// What changed in the settings of publishers, as people read it: both consoles and the search of the audit log have these words.

const states = { ENABLED: 'Enabled', DISABLED: 'Disabled', REMOVED: 'Removed' } as const;

/** One whose time is over waits for a choice; one that was stopped may have got variant A without a choice. */
const experimentStates = { RUNNING: 'Running', ENDED: 'To decide', EXPIRED: 'Stopped' } as const;

export const CHANGE_WORDS = {
  states,
  experimentStates,
  platforms: { ANDROID: 'Android', IOS: 'iOS', WINDOWS_PHONE: 'Windows Phone' },
  formats: {
    APP_OPEN: 'App open',
    BANNER: 'Banner',
    BANNER_INTERSTITIAL: 'Banner or interstitial',
    INTERSTITIAL: 'Interstitial',
    NATIVE: 'Native',
    REWARDED: 'Rewarded',
    REWARDED_INTERSTITIAL: 'Rewarded interstitial',
  },
  idfaModes: { ALL: 'With and without', AVAILABLE: 'Only with', NOT_AVAILABLE: 'Only without' },
  modes: {
    LIVE: 'Bidding: found by the auction',
    MANUAL: 'Waterfall: a fixed CPM',
    ANO: 'Taken over from the network',
  },
  /** Whether an experiment runs in a group. */
  experiments: { RUNNING: experimentStates.RUNNING, NOT_RUNNING: 'None' },
  /** Fields of a group, by their paths in an update mask. */
  values: {
    displayName: 'Name',
    state: 'State',
    priority: 'Priority',
    archiveTime: 'Archived',
    mediationAbExperimentState: 'Experiment',
    'targeting.platform': 'Platform',
    'targeting.format': 'Format',
    'targeting.adUnitIds': 'Ad units',
    'targeting.targetedRegionCodes': 'Only in regions',
    'targeting.excludedRegionCodes': 'Not in regions',
    'targeting.idfaTargeting': 'IDFA',
  },
  /** Members of a line. */
  members: {
    experimentVariant: 'variant',
    adSourceId: 'ad source',
    state: 'state',
    displayName: 'name',
    cpmMode: 'how the CPM is found',
    cpmMicros: 'CPM',
    adUnitMappings: 'mapping of',
  },
  mappings: 'mappings',
  /** Members of other things. */
  others: {
    displayName: 'Name',
    adFormat: 'Format',
    adTypes: 'Types of ads',
    appApprovalState: 'Approval',
    appStoreId: 'Id in the store',
    adapterId: 'Adapter',
    currencyCode: 'Currency',
    reportingTimeZone: 'Time zone of reports',
    createTime: 'Created',
    revokeTime: 'Revoked',
    startTime: 'Started',
    endTime: 'End',
    treatmentTrafficPercentage: 'Users with variant B',
    variantLeader: 'Leading variant',
  },
  leaders: { CONTROL: 'Variant A', TREATMENT: 'Variant B' },
  methods: {
    createPublisher: 'Publisher account created',
    'accounts.apps.create': 'App created',
    'accounts.apps.servingKeys.create': 'Serving key created',
    'accounts.apps.servingKeys.revoke': 'Serving key revoked',
    'accounts.adUnits.create': 'Ad unit created',
    'accounts.adUnits.adUnitMappings.create': 'Mapping created',
    'accounts.adUnitMappings.batchCreate': 'Mapping created in a batch',
    'accounts.mediationGroups.create': 'Group created',
    'accounts.mediationGroups.patch': 'Group changed',
    'accounts.mediationGroups.archive': 'Group archived',
    'accounts.mediationGroups.unarchive': 'Group unarchived',
    'accounts.mediationGroups.rollback': 'Group rolled back',
    'accounts.mediationGroups.mediationAbExperiments.create': 'Experiment started',
    'accounts.mediationGroups.mediationAbExperiments.stop': 'Experiment stopped',
  },
  nothing: '–',
  byAuction: 'by auction',
  variantB: 'Variant B',
  inVariantA: (line: string) => `${line} (variant A)`,
  inVariantB: (line: string) => `${line} (variant B)`,
  changed: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
  lineAdded: (name: string) => `${name} added`,
  lineRemoved: (name: string) => `${name} removed`,
  more: (count: number) => `and ${count} more`,
  moreChanges: (count: number) => (count === 1 ? '1 more change' : `${count} more changes`),
  /** The variant of an experiment that ended. */
  kept: { VARIANT_A: 'Variant A was kept', VARIANT_B: 'Variant B was kept' },
} as const;

type Words<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Readonly<Record<string, string>>;
};

/** The same words in any language. */
export type ChangeWords = Words<typeof CHANGE_WORDS>;
