import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { causeOf } from '../observe/logger.ts';
import { type Tracing, tracingWith } from './tracing.ts';

/** Starts tracing if there is a collector. Otherwise the SDK is not even loaded. */
export async function startTracing(
  { telemetry: { otlp, sampleRatio } }: Settings,
  logger: Logger,
): Promise<Tracing | undefined> {
  if (otlp === undefined) return undefined;
  const { startSdk } = await import('./sdk.ts');
  const tell = (failure?: Error) => {
    if (failure === undefined) logger.info('traces are sent again');
    else
      logger.warn(causeOf(failure), 'traces cannot be sent to telemetry.otlp; requests are served as before');
  };
  return tracingWith(startSdk({ otlp, sampleRatio, tell }));
}
