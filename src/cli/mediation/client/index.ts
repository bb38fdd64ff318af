export { PATIENCE } from './attempts.ts';
export {
  allOf,
  type MediationApi,
  mediationClient,
  type Sending,
} from './client.ts';
export { MediationRefusal } from './refusal.ts';
