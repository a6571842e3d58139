import { lazy, type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router'
import { readToken } from '../api/token.ts'
import { loadTexts, type Namespace } from '../i18n/index.ts'
import { Broken } from './Broken.tsx'

const page = (load: () => Promise<{ default: () => ReactNode }>, namespaces: Namespace[]) =>
  lazy(async () => {
    const [loaded] = await Promise.all([load(), loadTexts(namespaces)])
    return loaded
  })

const PublicFrame = page(() => import('./PublicFrame.tsx'), ['shell'])
const Login = page(() => import('../rooms/access/Login.tsx'), ['access'])
const Register = page(() => import('../rooms/access/Register.tsx'), ['access'])
const Success = page(() => import('../rooms/access/Success.tsx'), ['access'])
const Verify = page(() => import('../rooms/access/Verify.tsx'), ['access'])
const GoogleCode = page(() => import('../rooms/access/GoogleCode.tsx'), ['access'])
const NotFound = page(() => import('./NotFound.tsx'), ['shell'])
const SignedIn = page(() => import('./SignedIn.tsx'), ['shell'])

/** Who is signed in has nothing to do on the log-in and registration pages (spec section 4). */
function SignedOut() {
  return readToken() ? <Navigate to="/" replace /> : <Outlet />
}

/** The public pages, and the shell with its screens for those signed in. */
export function App() {
  return (
    <BrowserRouter>
      <Suspense>
        <Broken>
          <Routes>
            <Route element={<PublicFrame />}>
              <Route element={<SignedOut />}>
                <Route path="/login" element={<Login />} />
                <Route path="/register" element={<Register />} />
              </Route>
              <Route path="/success" element={<Success />} />
              <Route path="/verify" element={<Verify />} />
              <Route path="/googleCode" element={<GoogleCode />} />
              <Route path="/404" element={<NotFound />} />
            </Route>
            <Route path="*" element={<SignedIn />} />
          </Routes>
        </Broken>
      </Suspense>
    </BrowserRouter>
  )
}
