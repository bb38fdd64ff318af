export { PATIENCE } from './attempts.ts';
export {
  allOf,
  type MediationApi,
  mediationClient,
} from './client.ts';
export { MediationRefusal } from './refusal.ts';
