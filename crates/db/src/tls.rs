//! TLS by rustls: whom a client believes, as PostgreSQL's sslmode and MySQL's ssl-mode say it, and a socket of encrypted bytes.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error, RootCertStore,
    SignatureScheme,
};

/// Whether the connection is encrypted (the manual of PostgreSQL, section "SSL Support", that of MySQL, `--ssl-mode`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsMode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// Whether the connection is encrypted, and what is believed.
#[derive(Clone)]
pub(crate) struct TlsConfig {
    pub mode: TlsMode,
    /// The certificates that are believed, as the text of a file; any is where there are none.
    pub roots: Option<String>,
    /// The user's own certificate and its key, likewise.
    pub identity: Option<(String, String)>,
    /// What messages call them.
    pub parameters: &'static TlsParameters,
}

/// The names of the parameters that name files.
#[derive(Debug)]
pub(crate) struct TlsParameters {
    pub roots: &'static str,
    pub certificate: &'static str,
    pub key: &'static str,
}

/// A socket of encrypted bytes.
pub(crate) struct TlsSocket {
    stream: TcpStream,
    session: ClientConnection,
}

impl TlsSocket {
    /// Agrees with the server on how to encrypt, once it has said that it will. Whenever the socket beneath has waited for as long as it
    /// does, `goes_on` says whether to wait on.
    ///
    /// # Errors
    /// Why there is no agreement, or why the server is not believed.
    pub fn agree(
        mut stream: TcpStream,
        host: &str,
        config: &TlsConfig,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<TlsSocket, String> {
        let name =
            ServerName::try_from(host.to_owned()).map_err(|_| format!("{host} is no name of a host"))?;
        let client = client(config)?;
        let mut session = ClientConnection::new(Arc::new(client), name).map_err(|error| error.to_string())?;
        while session.is_handshaking() {
            match session.complete_io(&mut stream) {
                Err(error) if has_waited(&error) && goes_on() => {}
                done => {
                    done.map_err(|error| reason(&error))?;
                }
            }
        }
        Ok(TlsSocket { stream, session })
    }

    /// The socket beneath.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Reads bytes, and waits for them as the socket beneath does.
    pub fn read(&mut self, buffer: &mut [u8], is_waiting: bool) -> io::Result<usize> {
        loop {
            let is_flushed = self.flush()?;
            match self.session.reader().read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(0),
                read => return read,
            }
            // While something is left to be sent, the server may wait for that.
            let read = if is_flushed || !is_waiting {
                self.session.read_tls(&mut self.stream)
            } else {
                self.stream.set_nonblocking(true)?;
                let read = self.session.read_tls(&mut self.stream);
                self.stream.set_nonblocking(false)?;
                read
            };
            match read {
                Ok(0) => return Ok(0),
                Ok(_) => {
                    self.session.process_new_packets().map_err(io::Error::other)?;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && !is_flushed && is_waiting => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes some of the bytes; none while the server takes none.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.flush()?;
        let written = self.session.writer().write(bytes)?;
        self.flush()?;
        if written == 0 { Err(io::ErrorKind::WouldBlock.into()) } else { Ok(written) }
    }

    /// Sends what is encrypted. Whether all of it is gone.
    fn flush(&mut self) -> io::Result<bool> {
        while self.session.wants_write() {
            match self.session.write_tls(&mut self.stream) {
                Ok(_) => {}
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Ok(false),
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(error),
                },
            }
        }
        Ok(true)
    }
}

fn has_waited(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Why there is no agreement: what TLS says, where that is the reason.
fn reason(error: &io::Error) -> String {
    let tls = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    match tls {
        Some(Error::InvalidCertificate(why)) => format!("the server's certificate is not accepted: {why}"),
        Some(error) => format!("no agreement on TLS: {error}"),
        None => format!("no agreement on TLS: {error}"),
    }
}

fn client(config: &TlsConfig) -> Result<ClientConfig, String> {
    let provider = Arc::new(ring::default_provider());
    let verifier = Verifier::of(config, &provider)?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    match &config.identity {
        None => Ok(builder.with_no_client_auth()),
        Some((certificate, key)) => {
            let names = config.parameters;
            let key = PrivateKeyDer::from_pem_slice(key.as_bytes())
                .map_err(|error| format!("the key of {} cannot be read: {error}", names.key))?;
            builder
                .with_client_auth_cert(certificates(certificate, names.certificate)?, key)
                .map_err(|error| format!("{} and {} do not fit: {error}", names.certificate, names.key))
        }
    }
}

fn certificates(text: &str, parameter: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(text.as_bytes()).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(format!("the file of {parameter} has no certificate")),
        Err(error) => Err(format!("the file of {parameter} cannot be read: {error}")),
    }
}

/// Whether a server is believed.
#[derive(Debug)]
struct Verifier {
    /// None where any certificate will do.
    chain: Option<Arc<WebPkiServerVerifier>>,
    /// Those that are believed themselves: a server may have one of them as its own.
    roots: Vec<CertificateDer<'static>>,
    checks_name: bool,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    fn of(config: &TlsConfig, provider: &Arc<CryptoProvider>) -> Result<Verifier, String> {
        let checks_name = config.mode == TlsMode::VerifyFull;
        let Some(text) = &config.roots else {
            return Ok(Verifier {
                chain: None,
                roots: Vec::new(),
                checks_name,
                provider: Arc::clone(provider),
            });
        };
        let parameter = config.parameters.roots;
        let roots = certificates(text, parameter)?;
        let mut store = RootCertStore::empty();
        store.add_parsable_certificates(roots.iter().cloned());
        let chain =
            WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider)).build();
        let chain = chain.map_err(|error| format!("the file of {parameter} cannot be used: {error}"))?;
        Ok(Verifier { chain: Some(chain), roots, checks_name, provider: Arc::clone(provider) })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        if self.roots.iter().any(|root| root == end_entity) {
            if self.checks_name {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match chain.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now) {
            // The name is looked at once the chain is right.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.checks_name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
