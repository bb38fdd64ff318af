export { GrantRefused } from './grant.ts';
export { issueCredential, liveGrant } from './issue-credential.ts';
export { redeemCode, txCodeDigest } from './redeem-code.ts';
export { takeNotice } from './take-notice.ts';
