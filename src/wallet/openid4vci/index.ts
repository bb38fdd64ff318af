export { VCI_CLAUSES } from './clauses.ts';
export {
  attemptVciFault,
  findVciFault,
  type OfferedCode,
  VCI_FAULTS,
  type VciFault,
  type VciFaultNeed,
  type VciFaultOutcome,
  type VciFaultStage,
} from './faults/index.ts';
export { type Offer, offerOf, readOffer } from './offer.ts';
export {
  type NotificationEvent,
  type OfferedPhone,
  phoneFor,
  type VciOptions,
  type VciPhone,
  vciPhone,
} from './phone.ts';
export { VciRefusal } from './refusal.ts';
export type { HeldCredential, VciState } from './state.ts';
export {
  type VciExchange,
  type VciRequest,
  type VciStep,
  type VciTransport,
  vciTransport,
} from './transport.ts';
