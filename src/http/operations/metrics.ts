import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels are names from the contract, never values from requests. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    issuerRequests: new Histogram({
      name: 'diptych_issuer_request_seconds',
      help: 'Time to answer an operation of the issuer panel.',
      labelNames: ['operation', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    adminRequests: new Histogram({
      name: 'diptych_admin_request_seconds',
      help: 'Time to answer a method of the admin interface.',
      labelNames: ['method', 'status'],
      buckets: [0.005, 0.05, 0.5, 5],
      registers,
    }),
    oauthRequests: new Histogram({
      name: 'diptych_oauth_request_seconds',
      help: 'Time to answer a request to the authorization server.',
      labelNames: ['endpoint', 'outcome'],
      buckets: [0.005, 0.05, 0.5, 5],
      registers,
    }),
    mediationRequests: new Histogram({
      name: 'diptych_mediation_request_seconds',
      help: 'Time to answer a method of the mediation panel.',
      labelNames: ['method', 'outcome'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    swept: new Counter({
      name: 'diptych_issuer_swept_total',
      help: 'Deadlines written down and MSO bytes dropped by the sweep.',
      labelNames: ['kind'],
      registers,
    }),
  };
}
