import { deviceBasePath } from '../shared/service.ts'

document.body.textContent = deviceBasePath
