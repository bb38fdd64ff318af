import { convergence } from './support/convergence.ts';

convergence({ imports: 5, changes: 10 });
