import { ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '../process/with-timeout.ts';
import { VERSION } from '../version.ts';
import type { Sdk } from './tracing.ts';

/** How long a shutdown waits for the collector, in milliseconds. */
const PATIENCE = 2000;

/** The result of an export, as the SDK reports it: 0 is success. */
type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Tells when exports begin to fail, and when they succeed again. */
function observed(exporter: SpanExporter, tell: (failure?: Error) => void): SpanExporter {
  let fails = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result: Result) => {
        const failsNow = result.code !== 0;
        if (failsNow !== fails) tell(failsNow ? (result.error ?? new Error('refused')) : undefined);
        fails = failsNow;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

interface SdkOptions {
  /** Address of the collector. */
  readonly otlp: string;
  readonly sampleRatio: number;
  readonly tell: (failure?: Error) => void;
}

/** Starts the SDK of OpenTelemetry. Importing this file loads it. */
export function startSdk({ otlp, sampleRatio, tell }: SdkOptions): Sdk {
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', otlp.endsWith('/') ? otlp : `${otlp}/`).href,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'diptych', 'service.version': VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: observed(exporter, tell) })],
  });
  return {
    tracer: provider.getTracer('diptych', VERSION),
    root: ROOT_CONTEXT,
    withSpan: trace.setSpan,
    remote: (traceId, spanId, isSampled) =>
      trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      }),
    failed: { code: SpanStatusCode.ERROR },
    close: () => withTimeout(PATIENCE, provider.shutdown()).catch(() => {}),
  };
}
