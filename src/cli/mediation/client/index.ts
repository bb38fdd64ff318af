export { PATIENCE } from './attempts.ts';
export {
  allOf,
  type MediationApi,
  mediationClient,
  type Request,
} from './client.ts';
export { MediationRefusal } from './refusal.ts';
