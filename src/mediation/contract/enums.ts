export const PLATFORMS = ['ANDROID', 'IOS'] as const;

export const AD_FORMATS = [
  'APP_OPEN',
  'BANNER',
  'BANNER_INTERSTITIAL',
  'INTERSTITIAL',
  'NATIVE',
  'REWARDED',
  'REWARDED_INTERSTITIAL',
] as const;

/** The first value of every enum is its unset value. Each name has its meaning. */
export const GroupState = {
  STATE_UNSPECIFIED: 'Unset.',
  ENABLED: 'The group serves ads and collects statistics.',
  DISABLED: 'The group neither serves nor collects; it can be enabled again.',
} as const;

export const GroupExperimentState = {
  EXPERIMENT_STATE_UNSPECIFIED: 'Unset.',
  RUNNING: 'An experiment runs in the group.',
  NOT_RUNNING: 'No experiment runs in the group.',
} as const;

export const IdfaTargeting = {
  IDFA_TARGETING_UNSPECIFIED: 'Unset.',
  ALL: 'Ad requests with and without the IDFA.',
  AVAILABLE: 'Only ad requests with the IDFA.',
  NOT_AVAILABLE: 'Only ad requests without the IDFA.',
} as const;

export const CpmMode = {
  CPM_MODE_UNSPECIFIED: 'Unset.',
  LIVE: 'Found for each ad request by the auction.',
  MANUAL: 'The value of cpmMicros.',
  ANO: 'Taken over from the network with the credentials of the publisher. Output only.',
} as const;

export const LineState = {
  STATE_UNSPECIFIED: 'Unset.',
  ENABLED: 'The line serves ads.',
  DISABLED: 'The line does not serve; it can be enabled again.',
  REMOVED: 'The line goes away for good and is shown no more. Input only.',
} as const;

export const ExperimentVariant = {
  VARIANT_UNSPECIFIED: 'Unset.',
  VARIANT_A: 'The line is in variant A of an experiment.',
  VARIANT_B: 'The line is in variant B of an experiment.',
  ORIGINAL: 'The line is in no experiment.',
} as const;

export const ExperimentState = {
  EXPERIMENT_STATE_UNSPECIFIED: 'Unset.',
  EXPIRED: 'A variant was chosen; the experiment is over.',
  RUNNING: 'Both variants serve.',
  ENDED: 'Its time is over and the original lines serve; a variant is still to be chosen.',
} as const;

/** What part of the users an experiment may try variant B with, in percent. */
export const TREATMENT_PERCENTAGES = ['1', '10', '50'] as const;

export const VariantLeader = {
  VARIANT_LEADER_UNSPECIFIED: 'Unset.',
  CONTROL: 'Variant A leads.',
  TREATMENT: 'Variant B leads.',
  INSUFFICIENT_DATA: 'Too few impressions were reported to tell.',
  TOO_EARLY_TO_CALL: 'It runs for too short a time to tell.',
  NO_VARIANT_LEADER: 'The data show no winner.',
} as const;

export const AnalysisProblem = {
  PROBLEM_UNSPECIFIED: 'Unset.',
  NO_SLOTS: 'No statistics with slots came in.',
  FEW_IMPRESSIONS: 'There are fewer than 10,000 impressions.',
  FEW_USERS: 'One of the variants has fewer than 2000 users.',
  SAMPLE_RATIO_MISMATCH: 'Users are not split as they should be, so the data cannot be used.',
} as const;

export const AnalysisPurpose = {
  PURPOSE_UNSPECIFIED: 'Unset.',
  SAFETY: 'The share is so small that it shows harm, and hardly a winner.',
  DECISION: 'The share is large enough to find the better variant.',
} as const;

export const VariantChoice = {
  VARIANT_CHOICE_UNSPECIFIED: 'Unset.',
  VARIANT_CHOICE_A: 'Keep the lines of variant A: those that the group had.',
  VARIANT_CHOICE_B: 'Keep the lines of variant B: those that the experiment added.',
} as const;

export const MappingState = {
  STATE_UNSPECIFIED: 'Unset.',
  ENABLED: 'The mapping can be used.',
} as const;

export const AppApprovalState = {
  APP_APPROVAL_STATE_UNSPECIFIED: 'Unset.',
  ACTION_REQUIRED: 'The publisher has something to do before ads are served.',
  IN_REVIEW: 'The app is being looked at.',
  APPROVED: 'The app can serve ads.',
} as const;

export const AndroidAppStore = {
  ANDROID_APP_STORE_UNSPECIFIED: 'Unset.',
  GOOGLE_PLAY_APP_STORE: 'Google Play.',
  AMAZON_APP_STORE: 'Amazon Appstore.',
  OPPO_APP_STORE: 'Oppo App Market.',
  SAMSUNG_APP_STORE: 'Samsung Galaxy Store.',
  VIVO_APP_STORE: 'Vivo App Store.',
  XIAOMI_APP_STORE: 'Xiaomi GetApps.',
} as const;

export const LintLevel = {
  LEVEL_UNSPECIFIED: 'Unset.',
  ERROR: 'Something does not serve, or its numbers are wrong.',
  WARNING: 'Something probably costs money or serves other requests than intended.',
  HINT: 'Something can be simpler or better.',
} as const;
