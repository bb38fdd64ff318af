export { compileFields, fieldsCompiler, type Projection } from './compile.ts';
