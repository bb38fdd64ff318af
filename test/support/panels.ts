import type { Context } from '../../src/server/context/context.ts';

interface Of {
  readonly context: Pick<Context, 'issuer' | 'mediation'>;
}

function on<Panel>(panel: Panel | undefined): Panel {
  if (panel === undefined) throw new Error('this server does not run the panel');
  return panel;
}

/** The issuer panel of a server that runs it. */
export const issuerOf = ({ context }: Of) => on(context.issuer);

/** The mediation panel of a server that runs it. */
export const mediationOf = ({ context }: Of) => on(context.mediation);
