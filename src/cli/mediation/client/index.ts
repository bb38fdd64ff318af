export { PATIENCE, type Patience } from './attempts.ts';
export {
  allOf,
  type Call,
  type ClientOptions,
  type MediationApi,
  mediationClient,
  type Request,
} from './client.ts';
export { MediationRefusal } from './refusal.ts';
