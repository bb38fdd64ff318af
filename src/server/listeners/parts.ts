import type { FastifyInstance } from 'fastify';
import type { DrainTimes } from '../../http/drain.ts';
import type { Limiter } from '../../http/throttle.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../context/context.ts';
import type { Observers } from '../observe/observers.ts';
import type { Readiness } from '../process/readiness.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Transport } from './tls.ts';

export interface Listeners {
  /** Both panels; only the mediation panel if the issuer panel has its own listener. */
  readonly panels: FastifyInstance;
  readonly issuer: FastifyInstance;
  readonly admin: FastifyInstance;
}

export interface Parts {
  readonly settings: Settings;
  readonly context: Context;
  readonly transport: Transport;
  readonly observers: Observers;
  readonly ready: Readiness;
  readonly limits: Limiter;
  readonly drain: DrainTimes | undefined;
  /** Absent if requests are not traced. */
  readonly tracing: Tracing | undefined;
}
