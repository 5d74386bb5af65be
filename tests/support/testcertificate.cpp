// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testcertificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

namespace assay::test {

namespace {

void addExtension(X509* certificate, int nid, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    auto* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

std::FILE* openForWriting(const std::string& path)
{
    auto* file = std::fopen(path.c_str(), "w");
    if (!file) {
        throw std::runtime_error("cannot write " + path);
    }
    return file;
}

} // namespace

Certificate makeCertificate(const std::filesystem::path& folder, const std::string& names, int days)
{
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key{EVP_EC_gen("P-256"), EVP_PKEY_free};
    const std::unique_ptr<X509, decltype(&X509_free)> certificate{X509_new(), X509_free};
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    constexpr long day = 24L * 3600;
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -100 * day);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), days * day);
    X509_set_pubkey(certificate.get(), key.get());
    auto* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("assay test"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    addExtension(certificate.get(), NID_basic_constraints, "CA:TRUE");
    addExtension(certificate.get(), NID_subject_alt_name, names);
    X509_sign(certificate.get(), key.get(), EVP_sha256());

    Certificate files{(folder / "cert.pem").string(), (folder / "key.pem").string()};
    auto* file = openForWriting(files.certificateFile);
    PEM_write_X509(file, certificate.get());
    std::fclose(file);
    file = openForWriting(files.keyFile);
    PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    return files;
}

} // namespace assay::test
