/** The build copies the library to this place. */
export { correction, generate } from 'lean-qr/nano'
