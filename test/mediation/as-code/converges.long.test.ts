import { convergence } from './support/convergence.ts';

convergence({ imports: 30, changes: 120 });
